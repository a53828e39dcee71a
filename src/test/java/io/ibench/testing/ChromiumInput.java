package io.ibench.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * What a user does to a {@link ChromiumPage}, as the browser gets it from a mouse, a finger or the
 * keyboard. Elements are the first ones that a selector finds, scrolled into view before.
 */
public final class ChromiumInput {

  /** The codes of the keys that tests press. */
  private static final Map<String, Integer> KEYS =
      Map.of("Tab", 9, "Enter", 13, "Escape", 27, "ArrowDown", 40);

  private static final String TOUCH = "Input.dispatchTouchEvent";
  private static final int MOVES = 8;
  private static final int SHIFT = 8;

  private record Point(double x, double y) {
    Point moved(double byX, double byY) {
      return new Point(x + byX, y + byY);
    }
  }

  private final ChromiumPage page;

  ChromiumInput(ChromiumPage page) {
    this.page = page;
  }

  void click(String selector) {
    Point at = middle(selector);
    mouse("mousePressed", at, 1);
    mouse("mouseReleased", at, 1);
  }

  void hover(String selector) {
    mouse("mouseMoved", middle(selector), 0);
  }

  /** Drags from the middle of an element to a place beside it, with the mouse's button down. */
  public void drag(String selector, double byX) {
    Point from = middle(selector);
    mouse("mousePressed", from, 1);
    for (int i = 1; i <= MOVES; i++) {
      mouse("mouseMoved", from.moved(byX * i / MOVES, 0), 1);
    }
    mouse("mouseReleased", from.moved(byX, 0), 1);
  }

  public void doubleClick(String selector) {
    Point at = middle(selector);
    for (int count = 1; count <= 2; count++) {
      mouse("mousePressed", at, count);
      mouse("mouseReleased", at, count);
    }
  }

  /**
   * Touches the middle of an element for a moment. Both events are sent at once: a finger that
   * stays for half a second, because the machine is busy, is no tap.
   */
  public void tap(String selector) {
    Point at = middle(selector);
    page.commands(TOUCH, List.of(touch("touchStart", at), lifted()));
  }

  /** Moves a finger from the middle of an element to a place beside it. */
  public void swipe(String selector, double byX, double byY) {
    Point from = middle(selector);
    page.command(TOUCH, touch("touchStart", from));
    for (int i = 1; i <= MOVES; i++) {
      page.command(TOUCH, touch("touchMove", from.moved(byX * i / MOVES, byY * i / MOVES)));
    }
    page.command(TOUCH, lifted());
  }

  /** Presses and releases a key: Tab, Enter, Escape or ArrowDown. */
  public void press(String key) {
    press(key, 0);
  }

  public void pressWithShift(String key) {
    press(key, SHIFT);
  }

  private void press(String key, int modifiers) {
    for (String type : new String[] {"keyDown", "keyUp"}) {
      ObjectNode event =
          ChromiumConnection.parameters()
              .put("type", type)
              .put("key", key)
              .put("code", key)
              .put("modifiers", modifiers)
              .put("windowsVirtualKeyCode", KEYS.get(key));
      if (key.equals("Enter") && type.equals("keyDown")) {
        event.put("text", "\r");
      }
      page.command("Input.dispatchKeyEvent", event);
    }
  }

  private static ObjectNode touch(String type, Point at) {
    ObjectNode event = ChromiumConnection.parameters().put("type", type);
    event.putArray("touchPoints").addObject().put("x", at.x()).put("y", at.y());
    return event;
  }

  private static ObjectNode lifted() {
    ObjectNode event = ChromiumConnection.parameters().put("type", "touchEnd");
    event.putArray("touchPoints");
    return event;
  }

  /**
   * Where the middle of an element is once it is in view and the page has dealt with that: a page
   * hears of its scrolling and its new sizes with the next frame, and hides what is under the
   * pointer then.
   */
  private Point middle(String selector) {
    JsonNode at =
        page.evaluate(
            String.format(
                "(async () => { const e = document.querySelector(%s); e.scrollIntoView({block:"
                    + " 'center', behavior: 'instant'}); await new Promise(done =>"
                    + " requestAnimationFrame(() => requestAnimationFrame(done)));"
                    + " const r = e.getBoundingClientRect();"
                    + " return [r.x + Math.min(r.width, 1000) / 2, r.y + r.height / 2]; })()",
                ChromiumPage.quoted(selector)));
    return new Point(at.path(0).asDouble(), at.path(1).asDouble());
  }

  /**
   * @param count of clicks; 0 for a mouse that only moves
   */
  private void mouse(String type, Point at, int count) {
    page.command(
        "Input.dispatchMouseEvent",
        ChromiumConnection.parameters()
            .put("type", type)
            .put("x", at.x())
            .put("y", at.y())
            .put("button", count == 0 ? "none" : "left")
            .put("buttons", count == 0 ? 0 : 1)
            .put("clickCount", count));
  }
}
