// What Parlor is measured against: boardgame.io as its documentation starts it, with its store in
// memory, and the same game. It is started with the folder that npm installed it into.
"use strict";
const { createRequire } = require("node:module");
const { Server, Origins } = createRequire(`${process.argv[2]}/`)("boardgame.io/server");

const [PITS, STORE, ALL] = [6, 6, 14];

const start = () => Array.from({ length: ALL }, (_, slot) => (slot % 7 === STORE ? 0 : 4));

const sum = (slots, from) => slots.slice(from, from + PITS).reduce((all, stones) => all + stones, 0);

// One turn of Mancala by the rules of Gems. A game that has ended begins again.
function sow({ G, playerID, events }, pit) {
  const base = playerID === "0" ? 0 : 7;
  const [store, skipped] = [base + STORE, (base + 7 + STORE) % ALL];
  let slot = base + pit;
  let hand = pit >= 0 && pit < PITS ? G.slots[slot] : 0;
  if (!hand) return "INVALID_MOVE";
  G.slots[slot] = 0;
  while (hand > 0) {
    slot = (slot + 1) % ALL;
    if (slot === skipped) continue;
    G.slots[slot] += 1;
    hand -= 1;
  }
  if (slot !== store && slot >= base && slot < base + PITS && G.slots[slot] === 1) {
    G.slots[store] += 1 + G.slots[12 - slot];
    G.slots[slot] = G.slots[12 - slot] = 0;
  }
  if (sum(G.slots, 0) === 0 || sum(G.slots, 7) === 0) G.slots = start();
  if (slot !== store) events.endTurn();
}

const server = Server({
  games: [{ name: "gems", setup: () => ({ slots: start() }), moves: { sow } }],
  origins: [Origins.LOCALHOST],
});
server.run({ port: { host: "127.0.0.1", port: 0 } }).then(({ appServer }) => {
  console.log(`boardgame.io is open: http://127.0.0.1:${appServer.address().port}`);
});
