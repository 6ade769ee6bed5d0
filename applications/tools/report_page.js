// SPDX-License-Identifier: Apache-2.0
// Charts one can point at and zoom: drag a rectangle, double-click for all of it.
"use strict";
const value = document.getElementById("value");
const escaped = text => new Option(text).innerHTML;
const format = (v, log) => Number((log ? 10 ** v : v).toPrecision(9)).toString();

function ticks(low, high, log, names) {
  if (names.length)
    return names.map((name, i) => [i, name]).filter(([i]) => low <= i && i <= high);
  if (log && high - low > 1.5) {
    const step = Math.max(1, Math.ceil((high - low) / 6)), result = [];
    for (let p = Math.ceil(low); p <= high; p += step) result.push([p, "1e" + p]);
    return result;
  }
  if (log && high - low > 0.2) {
    const result = [], factors = high - low < 0.5 ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1, 2, 5];
    for (let p = Math.floor(low); p < Math.ceil(high); ++p)
      for (const v of factors.map(m => p + Math.log10(m)))
        if (low <= v && v <= high) result.push([v, format(v, log)]);
    return result;
  }
  const raw = (high - low) / 5, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= raw), result = [];
  for (let k = Math.ceil(low / step); k * step <= high; ++k)
    result.push([k * step, format(k * step, log)]);
  return result;
}

function interactive(svg) {
  const inner = svg.querySelector("svg.curves"), axes = svg.querySelector("g.axes");
  const [width, height] = ["width", "height"].map(n => +inner.getAttribute(n));
  const [left, top] = ["x", "y"].map(n => +inner.getAttribute(n));
  const all = ["x0", "x1", "y0", "y1"].map(n => +svg.dataset[n]);
  const log = ["x", "y"].map(axis => svg.dataset.log.includes(axis));
  const names = JSON.parse(svg.dataset.names), plain = axes.innerHTML;
  let view = [...all], start = null, box = null;
  const curves = [...inner.querySelectorAll("polyline")].map(line => ({
    label: line.dataset.label, points: line.getAttribute("points").split(" ").map(
      pair => pair.split(",").map(Number))}));
  // of the plane of the curves, which zooming does not change
  const toPlane = (x, y) => [
    ((view[0] + x / width * (view[1] - view[0])) - all[0]) / (all[1] - all[0]) * width,
    (all[3] - (view[3] - y / height * (view[3] - view[2]))) / (all[3] - all[2]) * height];
  const toValue = (a, b) => [all[0] + a / width * (all[1] - all[0]),
                             all[3] - b / height * (all[3] - all[2])];

  function place(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      svg.getScreenCTM().inverse());
    return [point.x - left, point.y - top];
  }

  function show() {
    const [a, b] = toPlane(0, 0), [c, d] = toPlane(width, height);
    inner.setAttribute("viewBox", `${a} ${b} ${c - a} ${d - b}`);
    if (view.every((v, i) => v === all[i])) { axes.innerHTML = plain; return; }
    let text = `<rect x="${left}" y="${top}" width="${width}" height="${height}"` +
      ' fill="#fff" stroke="#999"/>';
    for (const [v, name] of ticks(view[0], view[1], log[0], names)) {
      const x = left + (v - view[0]) / (view[1] - view[0]) * width;
      text += `<path d="M${x} ${top}V${top + height}" stroke="#e8e8e8"/>` +
        `<text x="${x}" y="${top + height + 13}" text-anchor="middle">${escaped(name)}</text>`;
    }
    for (const [v, name] of ticks(view[2], view[3], log[1], [])) {
      const y = top + (view[3] - v) / (view[3] - view[2]) * height;
      text += `<path d="M${left} ${y}H${left + width}" stroke="#e8e8e8"/>` +
        `<text x="${left - 4}" y="${y + 3}" text-anchor="end">${name}</text>`;
    }
    axes.innerHTML = text;
  }

  function point(event) {
    const [x, y] = place(event);
    const [a, b] = toPlane(x, y), [c, d] = toPlane(x + 1, y + 1);
    let best = null, least = 400; // within twenty units of the screen
    for (const curve of curves)
      for (const [p, q] of curve.points) {
        const far = ((p - a) / (c - a)) ** 2 + ((q - b) / (d - b)) ** 2;
        if (far < least) { least = far; best = [curve.label, ...toValue(p, q)]; }
      }
    value.style.display = best ? "block" : "none";
    if (!best) return;
    const across = names[Math.round(best[1])] || format(best[1], log[0]);
    value.textContent = (best[0] ? best[0] + ": " : "") + across + ", " +
      format(best[2], log[1]);
    value.style.left = event.clientX + 14 + "px";
    value.style.top = event.clientY + 10 + "px";
  }

  svg.addEventListener("pointerdown", event => {
    start = place(event);
    box = document.createElementNS(svg.namespaceURI, "rect");
    box.setAttribute("fill", "#0072B222");
    svg.append(box);
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", event => {
    point(event);
    if (!start) return;
    const now = place(event);
    box.setAttribute("x", left + Math.min(start[0], now[0]));
    box.setAttribute("y", top + Math.min(start[1], now[1]));
    box.setAttribute("width", Math.abs(now[0] - start[0]));
    box.setAttribute("height", Math.abs(now[1] - start[1]));
  });
  svg.addEventListener("pointerup", event => {
    if (!start) return;
    const now = place(event), [x, X] = [start[0], now[0]].sort((p, q) => p - q);
    const [y, Y] = [start[1], now[1]].sort((p, q) => p - q);
    if (X - x > 4 && Y - y > 4) {
      const across = view[1] - view[0], up = view[3] - view[2];
      view = [view[0] + x / width * across, view[0] + X / width * across,
              view[3] - Y / height * up, view[3] - y / height * up];
      show();
    }
    box.remove();
    start = box = null;
  });
  svg.addEventListener("dblclick", () => { view = [...all]; show(); });
  svg.addEventListener("pointerleave", () => { value.style.display = "none"; });
}

for (const svg of document.querySelectorAll("svg.chart")) interactive(svg);
for (const choice of document.querySelectorAll("input[name=verdict]"))
  choice.addEventListener("change", () => {
    for (const cell of document.querySelectorAll("td[data-verdict]"))
      cell.parentElement.hidden =
        choice.value !== "all" && cell.dataset.verdict !== choice.value;
  });
