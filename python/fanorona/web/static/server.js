// Asking the server: everything that follows from the rules is its answer.

export class Refusal extends Error {}

async function post(path, body, signal) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) {
    const answer = await response.json().catch(() => ({ error: response.statusText }));
    throw new Refusal(answer.error);
  }
  return response;
}

export async function ask(path, body, signal) {
  return (await post(path, body, signal)).json();
}

export async function get(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Refusal(response.statusText);
  return response.json();
}

/** Calls `tell(name, data)` for each server-sent event of the answer. */
export async function listen(path, body, signal, tell) {
  const response = await post(path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(event);
      tell(name, JSON.parse(data));
    }
  }
}
