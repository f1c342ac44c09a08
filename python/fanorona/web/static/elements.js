// Making elements of the page and of pictures.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

export function html(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** A row of radio buttons that look like pills; calls `chosen(value)` on each choice. */
export function pills(host, name, values, current, chosen) {
  host.replaceChildren(
    ...values.map(([value, text]) => {
      const input = html("input", { type: "radio", name, value, checked: value === current });
      input.addEventListener("change", () => chosen(value));
      return html("label", { class: "pill" }, input, html("span", {}, text));
    }),
  );
}

export function options(select, values, current) {
  select.replaceChildren(
    ...values.map(([value, text]) => html("option", { value, selected: value === current }, text)),
  );
}
