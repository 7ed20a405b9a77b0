// Replays the games of the report on the board that stands in the page.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("games").textContent);
  const svg = document.querySelector("#board svg");
  const id = svg.id;
  const ground = svg.querySelector(":scope > g");
  const title = svg.querySelector("title");
  const moves = document.getElementById("moves");
  const caption = document.getElementById("caption");
  const list = document.getElementById("list");
  const filter = document.getElementById("filter");
  let game = null;
  let ply = 0;

  const centre = (square) => [64 * +square[0] + 32, 64 * +square[1] + 32];
  const start = (text) => {
    const chips = {};
    text.split(" ")[0].split("/").forEach((row, y) => {
      let x = 0;
      for (const sign of row) {
        if (sign === "W" || sign === "B") chips[`${x++}${y}`] = sign;
        else x += +sign;
      }
    });
    return chips;
  };

  function chipsAt(count) {
    const chips = start(game.start);
    let side = game.start.split(" ")[1] === "w" ? "W" : "B";
    for (const move of game.moves.slice(0, count)) {
      const [from, to] = move.includes("-") ? move.split("-") : [null, move];
      if (from) delete chips[from];
      chips[to] = side;
      side = side === "W" ? "B" : "W";
    }
    return chips;
  }

  function* links(chips) {
    for (const [square, side] of Object.entries(chips)) {
      for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        let [x, y] = [+square[0] + dx, +square[1] + dy];
        while (x >= 0 && x < 8 && y >= 0 && y < 8 && !chips[`${x}${y}`]) [x, y] = [x + dx, y + dy];
        if (chips[`${x}${y}`] === side) yield [square, `${x}${y}`, side];
      }
    }
  }

  function line(from, to) {
    const [x1, y1] = centre(from);
    const [x2, y2] = centre(to);
    const share = 22 / Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [share * (x2 - x1), share * (y2 - y1)];
    const d = `M${x1 + dx} ${y1 + dy}L${x2 - dx} ${y2 - dy}`;
    return `<path class="casing" d="${d}"/><path class="line" d="${d}"/>`;
  }

  function chip(square, side, figure) {
    const word = side === "W" ? "white" : "black";
    const sign = figure
      ? `<text dy=".36em">${figure}</text>`
      : side === "W" ? '<circle class="ring" r="13"/>' : '<path class="diamond" d="M0-6 6 0 0 6-6 0z"/>';
    return `<g class="chips ${word}"><g transform="translate(${centre(square).join(" ")})">` +
      `<circle class="edge" r="22" fill="url(#${id}-${word})"/>${sign}</g></g>`;
  }

  function mark(square, kind) {
    const [x, y] = centre(square);
    return `<rect class="mark ${kind}" x="${x - 28}" y="${y - 28}" width="56" height="56" rx="8"/>`;
  }

  function draw() {
    const chips = chipsAt(ply);
    const over = ply === game.moves.length ? game.network : [];
    let body = "";
    if (ply) {
      const [one, two] = game.moves[ply - 1].split("-");
      body += two ? mark(one, "from") + mark(two, "to") : mark(one, "to");
    }
    let rest = "";
    for (const [from, to, side] of links(chips)) {
      rest += `<g class="links ${side === "W" ? "white" : "black"}">${line(from, to)}</g>`;
    }
    for (const [square, side] of Object.entries(chips)) {
      if (!over.includes(square)) rest += chip(square, side, "");
    }
    body += over.length ? `<g class="rest">${rest}</g>` : rest;
    if (over.length) {
      body += '<g class="network">';
      for (let i = 1; i < over.length; i++) body += line(over[i - 1], over[i]);
      body += "</g>";
      over.forEach((square, i) => { body += chip(square, chips[square], i + 1); });
    }
    ground.querySelector(".play")?.remove();
    const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
    group.setAttribute("class", "play");
    group.innerHTML = body;
    ground.append(group);
    const at = ply ? `after ${ply}. ${game.moves[ply - 1]}` : "before the first move";
    title.textContent = `${data.names[game.white]} against ${data.names[game.black]}, ${at}`;
    for (const button of moves.querySelectorAll("button")) {
      const here = +button.dataset.ply === ply;
      button.setAttribute("aria-current", here ? "true" : "false");
      if (here) moves.scrollTop = button.offsetTop - moves.offsetTop - 60;
    }
  }

  function go(to) {
    ply = Math.max(0, Math.min(game.moves.length, to));
    draw();
  }

  function show(index) {
    game = data.games[index];
    moves.replaceChildren(...game.moves.map((move, i) => {
      const button = document.createElement("button");
      const said = i >= game.opening ? [game.thoughts[i - game.opening],
        `${game.seconds[i - game.opening].toFixed(2)} s`].filter(Boolean).join(" ") : "opening";
      button.textContent = `${i + 1}. ${move}`;
      button.title = said;
      button.dataset.ply = i + 1;
      button.addEventListener("click", () => go(i + 1));
      return button;
    }));
    caption.textContent =
      `${data.names[game.white]} (White) against ${data.names[game.black]} (Black): ` +
      `${game.result}, ${game.ending}`;
    for (const row of list.children) {
      row.setAttribute("aria-current", row.dataset.index === String(index) ? "true" : "false");
    }
    go(game.moves.length);
  }

  data.games.forEach((one, index) => {
    const row = document.createElement("tr");
    row.dataset.index = index;
    const open = document.createElement("button");
    open.textContent = one.key;
    open.addEventListener("click", () => show(index));
    const cells = [open, data.names[one.white], data.names[one.black], one.result, one.ending,
      String(one.moves.length)];
    for (const cell of cells) {
      const td = document.createElement("td");
      td.append(cell);
      row.append(td);
    }
    row.addEventListener("click", () => show(index));
    list.append(row);
  });

  function choose(test) {
    let first = null;
    data.games.forEach((one, index) => {
      const shown = test(one);
      list.children[index].hidden = !shown;
      if (shown && first === null) first = index;
    });
    if (first !== null) show(first);
  }

  /* The games of a number in a table: the filter says so, and lets one go back to all. */
  function pick(test) {
    choose(test);
    filter.value = "chosen";
    document.getElementById("replay").scrollIntoView();
  }

  filter.addEventListener("change", () => {
    const who = filter.value;
    choose((one) => who === "" || one.white === +who || one.black === +who);
  });
  for (const cell of document.querySelectorAll("[data-meet]")) {
    cell.addEventListener("click", () => {
      const [a, b] = cell.dataset.meet.split("-").map(Number);
      pick((one) => (one.white === a && one.black === b) || (one.white === b && one.black === a));
    });
  }
  for (const cell of document.querySelectorAll("[data-fault]")) {
    cell.addEventListener("click", () => {
      const [who, kind] = cell.dataset.fault.split(/-(.*)/s);
      pick((one) => one.faults.some((fault) => fault[0] === +who && fault[1] === kind));
    });
  }
  const steps = { first: () => 0, back: () => ply - 1, next: () => ply + 1, last: () => 1e9 };
  for (const [name, to] of Object.entries(steps)) {
    document.getElementById(name).addEventListener("click", () => go(to()));
  }
  document.getElementById("replay").addEventListener("keydown", (event) => {
    const to = { Home: 0, ArrowLeft: ply - 1, ArrowRight: ply + 1, End: 1e9 }[event.key];
    if (to !== undefined && event.target.tagName !== "SELECT") {
      event.preventDefault();
      go(to);
    }
  });
  if (data.games.length) show(0);
})();
