// What all parts use, and elements of the page. Names in the data may be hostile: text goes in by textContent only.

const root = document.documentElement;
const figures = [];

function element(name, style, text) {
  const made = document.createElement(name);
  if (style) {
    made.className = style;
  }
  if (text !== undefined) {
    made.textContent = text;
  }
  return made;
}

function button(text, style, onClick) {
  const made = element("button", style, text);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

/** Beside a place on the screen, and whole within it. */
function placeBeside(box, x, top, bottom) {
  const { width, height } = box.getBoundingClientRect();
  const most = root.clientWidth - width - 8;
  const below = bottom + height + 8 <= window.innerHeight || top - height - 8 < 0;
  box.style.left = Math.max(8, Math.min(x, most)) + "px";
  box.style.top = (below ? bottom : top - height) + "px";
}

/** A part that fails leaves the others standing. */
function attempt(part) {
  try {
    part();
  } catch (error) {
    console.error(error);
  }
}
