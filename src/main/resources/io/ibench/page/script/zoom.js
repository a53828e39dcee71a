// Zoom: by a drag over the part to be seen, or ctrl and the wheel.

function listen(figure) {
  const place = figure.place;
  let start;
  const pixelOf = (event) => {
    const { inset, width } = figure.view;
    const pixel = event.clientX - place.getBoundingClientRect().left;
    return Math.max(inset.left, Math.min(inset.left + width, pixel));
  };
  const isName = (event) => figure.names.contains(event.target) && figure.brush.hidden;
  const stop = () => {
    start = undefined;
    figure.brush.hidden = true;
  };
  place.addEventListener("pointerdown", (event) => {
    if (figure.drawn && !figure.failed && event.button === 0 && !isName(event)) {
      start = pixelOf(event);
      showPoint(figure, event);
    }
  });
  place.addEventListener("pointermove", (event) => {
    if (!figure.drawn || figure.failed) {
      return;
    }
    if (isName(event)) {
      hidePoint();
      return;
    }
    showPoint(figure, event);
    if (start !== undefined && Math.abs(pixelOf(event) - start) > 5) {
      place.setPointerCapture(event.pointerId);
      showBrush(figure, start, pixelOf(event));
    }
  });
  place.addEventListener("pointerup", (event) => {
    if (start !== undefined && !figure.brush.hidden) {
      const ends = [placeAt(figure, start), placeAt(figure, pixelOf(event))];
      zoom(figure, ends.sort((a, b) => a - b));
    }
    stop();
  });
  place.addEventListener("pointercancel", stop);
  place.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && hidePoint());
  place.addEventListener("dblclick", () => figure.drawn && zoom(figure, undefined));
  place.addEventListener("wheel", (event) => wheel(figure, event), { passive: false });
}

function showBrush(figure, start, end) {
  const { inset } = figure.view;
  figure.brush.hidden = false;
  figure.brush.style.left = Math.min(start, end) + "px";
  figure.brush.style.width = Math.abs(end - start) + "px";
  figure.brush.style.top = inset.top + "px";
  figure.brush.style.bottom = inset.bottom + "px";
}

function wheel(figure, event) {
  if (!event.ctrlKey || !figure.drawn || figure.failed) {
    return;
  }
  event.preventDefault();
  const { x } = figure.view;
  const [first, last] = fullWindow(figure);
  const middle = x.of(placeAt(figure, event.clientX - figure.place.getBoundingClientRect().left));
  const factor = event.deltaY > 0 ? 1.25 : 0.8;
  const range = [
    Math.max(first, x.back(middle - (middle - x.from) * factor)),
    Math.min(last, x.back(middle + (x.to - middle) * factor)),
  ];
  zoom(figure, range[0] <= first && range[1] >= last ? undefined : range);
}
