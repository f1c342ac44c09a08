// The page: makes its parts and lets them know of each other.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { describeVariant } from "./describe.js";
import { Editor } from "./editor.js";
import { byId, options } from "./elements.js";
import { chosenLanguage, keepLanguage, say, useLanguage } from "./language.js";
import { MoveList } from "./moves.js";
import { NewGame } from "./newgame.js";
import { Panel } from "./panel.js";
import { RecordBox } from "./recordbox.js";
import { Rulebook } from "./rulebook.js";
import { get } from "./server.js";
import { Session } from "./session.js";

function closeDialogs() {
  for (const button of document.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => button.closest("dialog").close());
  }
}

function startText(session) {
  const { view, tree } = session;
  const variant = session.setup.variants.find((one) => one.name === view.variant);
  const { rules } = tree.start;
  const preset = rules in session.setup.presets ? say(`rules.${rules}`) : rules;
  byId("start-text").textContent = [describeVariant(variant), preset, tree.start.fen].filter(Boolean).join(" · ");
}

function makeSession(setup) {
  const board = new Board(byId("board"), {
    take: (point) => session.take(point),
    drop: (from, to) => session.drop(from, to),
    cancel: () => session.cancel(),
  });
  const session = new Session(board);
  session.setup = setup;
  // Before all others, which draw on the board.
  session.addEventListener("shown", () => {
    board.setVariant(setup.variants.find((one) => one.name === session.view.variant));
    board.show(session.view);
    startText(session);
  });
  session.addEventListener("turned", ({ detail }) => {
    board.setVariant(board.variant, detail.color === "black");
    board.show(session.view);
    session.tell("shown");
  });
  return session;
}

async function start() {
  const setup = await get("/api/setup");
  const language = chosenLanguage(setup.languages);
  await useLanguage(language);
  const session = makeSession(setup);
  const panel = new Panel(session, session.board);
  const moves = new MoveList(session);
  const analysis = new Analysis(session);
  const rulebook = new Rulebook(setup);
  const dialogs = [new NewGame(setup, session), new Editor(setup, session)];
  new RecordBox(session);
  closeDialogs();

  const select = byId("language");
  options(select, Object.entries(setup.languages), language);
  select.addEventListener("change", async () => {
    keepLanguage(select.value);
    await useLanguage(select.value);
    session.board.label(say("board.label"));
    panel.show();
    moves.show();
    analysis.translate();
    rulebook.translate();
    startText(session);
    for (const dialog of dialogs) dialog.translate();
  });

  session.board.label(say("board.label"));
  if (!(await session.restore())) {
    await session.start({ variant: "tsivy", rules: "standard" }, session.players, session.level);
  }
  if (session.players.white === "engine" && session.players.black === "person") panel.flip();
  document.documentElement.dataset.ready = "true";
}

start();
