// The texts of the chosen language. Moves and positions are never translated.

import { get } from "./server.js";

const STORED = "fanorona.language";
let texts = {};
let plural = new Intl.PluralRules("en");
let code = "en";

export function chosenLanguage(languages) {
  const wishes = [localStorage.getItem(STORED), ...navigator.languages];
  const codes = wishes.filter(Boolean).map((wish) => wish.toLowerCase().split("-")[0]);
  return codes.find((wish) => wish in languages) ?? "en";
}

export async function useLanguage(wish) {
  texts = await get(`/catalogues/${wish}.json`);
  code = wish;
  plural = new Intl.PluralRules(code);
  document.documentElement.lang = code;
  translate(document);
}

export function keepLanguage(wish) {
  localStorage.setItem(STORED, wish);
}

/** The text for a key; `count` chooses among its plural forms. */
export function say(key, values = {}) {
  const text = texts[key] ?? texts[`${key}#${plural.select(values.count)}`];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function number(value, digits = 0) {
  return value.toLocaleString(code, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = say(element.dataset.t);
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", say(element.dataset.tLabel));
  }
}
