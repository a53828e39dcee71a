// Definitions, tables that are wider than the page, the contents, and what a phone has no room for.

function definitions() {
  const box = element("div");
  box.id = "definition";
  box.setAttribute("role", "tooltip");
  box.hidden = true;
  document.body.append(box);
  for (const place of document.querySelectorAll("[title]")) {
    place.dataset.definition = place.title;
    place.setAttribute("aria-description", place.title);
    place.removeAttribute("title");
  }
  let shown = null;
  const place = () => {
    const { left, top, bottom } = shown.getBoundingClientRect();
    placeBeside(box, left, top - 6, bottom + 6);
  };
  const hide = () => {
    shown = null;
    box.hidden = true;
  };
  const show = (event) => {
    const found = event.target instanceof Element && event.target.closest("[data-definition]");
    if (!found || !found.isConnected) {
      hide();
      return;
    }
    shown = found;
    box.textContent = found.dataset.definition;
    box.hidden = false;
    place();
  };
  // The browser scrolls to what gets the focus, and says so after it: that hides nothing.
  const scrolled = () => {
    if (shown !== null && shown === document.activeElement) {
      place();
    } else {
      hide();
    }
  };
  for (const kind of ["pointerover", "focusin", "click"]) {
    document.addEventListener(kind, show);
  }
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", scrolled, true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}

function wideTables() {
  const update = (scroll) => {
    const wide = scroll.scrollWidth > scroll.clientWidth + 1;
    const table = scroll.parentElement;
    table.classList.toggle("wide", wide);
    table.classList.toggle("ended", scroll.scrollLeft + scroll.clientWidth >= scroll.scrollWidth - 2);
    scroll.tabIndex = wide ? 0 : -1;
  };
  const sizes = new ResizeObserver((entries) => entries.forEach((entry) => update(entry.target)));
  for (const scroll of document.querySelectorAll(".scroll")) {
    scroll.after(element("p", "hint", "Move the table sideways to see more columns →"));
    scroll.addEventListener("scroll", () => update(scroll), { passive: true });
    sizes.observe(scroll);
  }
}

function contents() {
  const links = [...document.querySelectorAll("nav a")];
  const update = () => {
    const passed = links.filter((link) => {
      const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      return section && section.getBoundingClientRect().top < 140;
    });
    links.forEach((link) => link.removeAttribute("aria-current"));
    if (passed.length > 0) {
      const current = passed[passed.length - 1];
      current.setAttribute("aria-current", "true");
      current.closest("ul").scrollLeft = current.offsetLeft - 60;
    }
  };
  let waiting = false;
  document.addEventListener("scroll", () => {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        update();
      });
    }
  }, { passive: true });
  update();
}

/** On a phone the answer is followed by its chart. */
function foldSubtitle() {
  const subtitle = document.querySelector("details.subtitle");
  if (subtitle && matchMedia("(max-width: 640px)").matches) {
    subtitle.open = false;
  }
}
