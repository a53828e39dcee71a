// A chart as a picture to keep: as it is shown, with its title, its legend and what run it is of.

const PICTURE = { edge: 16, scale: 2, line: 19 };
const SWATCHES = { line: [18, 2.5], period: [1.5, 12], outage: [18, 11], stall: [18, 11], gap: [18, 11], event: [18, 11], errors: [2, 8] };
const SVG = "http://www.w3.org/2000/svg";

/** What cannot stand in XML, or is half of a character. */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  if (text !== undefined) {
    made.textContent = text;
  }
  return made;
}

function pictureSwatch(item, x, y) {
  const [width, height] = SWATCHES[item.swatch];
  const top = y - 4 - height / 2;
  if (item.swatch !== "line" && item.swatch !== "period") {
    return shape("rect", { x, y: top, width, height, fill: item.colour,
      "fill-opacity": ["outage", "stall", "gap", "event"].includes(item.swatch) ? 0.22 : 1 });
  }
  const upright = item.swatch === "period";
  return shape("line", {
    x1: x, x2: upright ? x : x + width, y1: upright ? top : y - 4, y2: upright ? top + height : y - 4,
    stroke: item.colour, "stroke-width": upright ? 1.5 : 2.5, "stroke-dasharray": item.dashes || "none",
  });
}

/** Texts one after the other, on as many lines as they need; gives the ground of the last one. */
function flow(picture, items, ground, gap) {
  const most = picture.width - 2 * PICTURE.edge;
  let x = 0;
  let y = ground;
  for (const item of items.filter((one) => one.text)) {
    const lead = item.swatch ? SWATCHES[item.swatch][0] + 6 : 0;
    const font = (item.weight || 400) + " " + item.size + "px " + fonts;
    const text = shortened(item.text, most - lead, font);
    const wide = lead + textWidth(text, font);
    if (x > 0 && x + wide > most) {
      x = 0;
      y += PICTURE.line;
    }
    if (item.swatch) {
      picture.root.append(pictureSwatch(item, PICTURE.edge + x, y));
    }
    picture.root.append(shape("text", {
      x: PICTURE.edge + x + lead, y, fill: item.ink, "font-family": fonts, "font-size": item.size,
      "font-weight": item.weight || 400,
    }, text));
    x += wide + gap;
  }
  return y;
}

function legendItems(figure, { ink, soft, rule, outage, stall, gap, event }) {
  const lines = namedLines(figure).filter((line) => !figure.hidden.has(line.name));
  const items = namesIn(lines).map((name) => {
    const dashed = lines.every((line) => line.name !== name || line.dashed);
    const dashes = dashed ? "5 3" : isRepeated(name) ? "9 2 3 2" : "";
    return { text: name, size: 12, ink, swatch: "line", colour: colourOf(name), dashes };
  });
  items.push({ text: shownCount(figure), size: 12, ink: soft });
  if (figure.source.dashed && lines.some((line) => line.dashed)) {
    items.push({ text: figure.source.dashed, size: 12, ink: soft, swatch: "line", colour: soft, dashes: "5 3" });
  }
  const colours = { PERIOD: rule, OUTAGE: outage, STALL: stall, GAP: gap, EVENT: event, ERRORS: outage };
  for (const [kind, text] of shownMarks(figure).filter(([one]) => one in colours)) {
    const dashes = kind === "PERIOD" ? "1.5 2" : "";
    items.push({ text, size: 12, ink: soft, swatch: kind.toLowerCase(), colour: colours[kind], dashes });
  }
  return items;
}

/** Title, unit and what was chosen. */
function headItems(figure, { ink, soft }) {
  const chosen = figure.source.choices
    .filter((choice) => choice.options.length > 1)
    .map((choice) => figure.chosen.get(choice.key));
  const scales = [figure.log ? "log scale of y" : "", isLogAcross(figure) ? "log scale of x" : ""];
  return [
    { text: figure.source.title, size: 16, weight: 600, ink },
    { text: figure.source.unit, size: 13, ink: soft },
    ...[...chosen, ...scales].map((text) => ({ text, size: 13, ink: soft })),
  ];
}

function footItems({ soft }) {
  const head = document.querySelector("h1");
  const run = head.dataset.run;
  const invalid = document.querySelector("header .badge.bad");
  const texts = [
    head.querySelector("bdi").textContent,
    invalid ? invalid.textContent : "",
    run ? "run " + run : "",
    document.querySelector("meta[name=generator]").content,
  ];
  return texts.map((text) => ({ text, size: 11, ink: soft }));
}

/** As the text of an SVG file, and its size. */
function pictureOf(figure) {
  drawMissing(figure);
  const colours = styleColours();
  const width = figure.width + 2 * PICTURE.edge;
  const picture = { root: shape("svg", { width }), width };
  const ground = picture.root.appendChild(shape("rect", { width: "100%", height: "100%", fill: colours.ground }));
  let y = flow(picture, headItems(figure, colours), PICTURE.edge + 15, 12) + 8;
  const chart = figure.canvas.querySelector("svg").cloneNode(true);
  chart.removeAttribute("style");
  const place = { x: PICTURE.edge, y, width: figure.width, height: figure.height };
  Object.entries(place).forEach(([key, value]) => chart.setAttribute(key, value));
  ground.after(chart);
  y = flow(picture, legendItems(figure, colours), y + figure.height + 18, 18);
  y = flow(picture, footItems(colours), y + 26, 14);
  const height = y + PICTURE.edge - 2;
  picture.root.setAttribute("height", height);
  picture.root.setAttribute("viewBox", "0 0 " + width + " " + height);
  const text = new XMLSerializer().serializeToString(picture.root).replace(NOT_IN_XML, "\uFFFD");
  return { text, width, height };
}

function pictureName(figure, ending) {
  const parts = [document.querySelector("h1").dataset.run || "ibench", figure.id, focusedStep() || ""];
  const name = parts.filter((part) => part).join("-").replace(/[^A-Za-z0-9._-]+/g, "-");
  return name.slice(0, 150) + "." + ending;
}

function keep(blob, name) {
  const link = element("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function keepSvg(figure) {
  keep(new Blob([pictureOf(figure).text], { type: "image/svg+xml" }), pictureName(figure, "svg"));
}

function keepPng(figure) {
  const { text, width, height } = pictureOf(figure);
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = element("canvas");
    canvas.width = Math.round(width * PICTURE.scale);
    canvas.height = Math.round(height * PICTURE.scale);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => keep(blob, pictureName(figure, "png")), "image/png");
  });
  image.addEventListener("error", () => console.error("the picture of " + figure.id + " cannot be made"));
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
}

function pictureButtons(figure) {
  const place = element("div", "save");
  for (const [text, make] of [["PNG", keepPng], ["SVG", keepSvg]]) {
    const one = button(text, "", () => make(figure));
    one.setAttribute("aria-label", "Save “" + figure.source.title + "” as " + text);
    one.dataset.definition = "Save this chart, as it is shown, as a picture (" + text + ")";
    place.append(one);
  }
  figure.legend.after(place);
}
