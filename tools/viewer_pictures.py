"""Makes the pictures of the viewer in the documentation, in a real browser: ``python tools/viewer_pictures.py``.

It needs Chromium (Debian: apt install chromium). Drawing is done in software, so no GPU is needed.
"""

from __future__ import annotations

import base64
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

PICTURES = Path(__file__).parents[1] / "docs" / "_static"
FLAGS = (
    "--headless=new --no-sandbox --remote-debugging-port=0 --use-angle=swiftshader --enable-unsafe-swiftshader "
    "--no-first-run --disable-background-networking --disable-component-update --disable-sync --window-size=1280,720"
)


class Chromium:
    """A page in Chromium, steered through its debugging protocol.

    Args:
        url: Address of the page.
        seconds: How long to wait for anything [s].

    Raises:
        FileNotFoundError: There is no Chromium.
        TimeoutError: It does not answer.
    """

    def __init__(self, url: str, seconds: float = 60.0) -> None:
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        if program is None:
            raise FileNotFoundError("There is no Chromium here: install it (Debian: apt install chromium).")
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [program, *FLAGS.split(), f"--user-data-dir={self._folder.name}", "about:blank"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._seconds, self._calls = seconds, 0
        port_file = Path(self._folder.name) / "DevToolsActivePort"
        self.wait(port_file.exists)
        pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port_file.read_text().split()[0]}/json"))
        address = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
        self._socket = connect(address, max_size=None, proxy=None)
        self.call("Page.navigate", url=url)

    def wait(self, condition: Any) -> None:
        """Wait until a condition holds.

        Raises:
            TimeoutError: It does not come to hold.
        """
        end = time.monotonic() + self._seconds
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(f"The browser was waited for {self._seconds} s in vain.")
            time.sleep(0.1)

    def wait_a_moment(self) -> None:
        """Let the page do what it was asked for."""
        time.sleep(0.5)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol, and give its result."""
        self._calls += 1
        self._socket.send(json.dumps({"id": self._calls, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv(timeout=self._seconds))
            if answer.get("id") == self._calls:
                return answer.get("result", {})

    def evaluate(self, expression: str) -> Any:
        """Run JavaScript in the page, in which ``view`` is the document of the viewer, and give its value."""
        view = "const view = document.getElementById('view').contentDocument;"
        return self.call("Runtime.evaluate", expression=f"(() => {{ {view} {expression} }})()")["result"].get("value")

    def hold(self, key: str) -> None:
        """Press a letter, or a key with a name such as ArrowUp, and go on holding it."""
        self._key("keyDown", key)

    def release(self, key: str) -> None:
        """Let a key go."""
        self._key("keyUp", key)

    def press(self, key: str) -> None:
        """Press and release a key."""
        self.hold(key)
        self.release(key)

    def _key(self, kind: str, key: str) -> None:
        if len(key) > 1:
            code = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Escape": 27, "Enter": 13}[key]
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)
            return
        what = {"key": key.lower(), "code": f"Key{key.upper()}", "windowsVirtualKeyCode": ord(key.upper())}
        text = {"text": key.lower()} if kind == "keyDown" else {}
        self.call("Input.dispatchKeyEvent", type=kind, **what, **text)

    def click(self, x: float, y: float, with_shift: bool = False) -> None:
        """Click at a place [pixels], with the key Shift held or without."""
        place = {"x": x, "y": y, "modifiers": 8 if with_shift else 0}
        self.call("Input.dispatchMouseEvent", type="mouseMoved", **place)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    def click_on(self, text: str) -> None:
        """Click on the button, box or heading with a text.

        Raises:
            TimeoutError: There is none.
        """
        middle = (
            f"const all = [...view.querySelectorAll('button, label, input, .mantine-Paper-root div')];"
            f"const one = all.filter(each => each.textContent.trim() === {json.dumps(text)}).pop();"
            "if (!one) return null; one.scrollIntoView(); const box = one.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2].join();"
        )
        self.wait(lambda: self.evaluate(middle))
        x, y = map(float, self.evaluate(middle).split(","))
        self.click(x, y)

    def processor_time(self) -> float:
        """Processor time of the browser since its start [s]."""
        return time_of(self._process.pid)

    def picture(self, path: Path) -> None:
        """Write what the page shows as a PNG file."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        """End the browser."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(20)
        self._folder.cleanup()


COUNT_FRAMES = """const page = document.getElementById("view").contentWindow;
page.numFrames = 0;
const count = () => { page.numFrames += 1; page.requestAnimationFrame(count); };
page.requestAnimationFrame(count);"""
CLOSE_NOTES = "view.querySelectorAll('.mantine-Notification-closeButton').forEach(each => each.click());"
"""Takes the viewer's note away that there is no GPU."""

SECONDS = 25.0


def time_of(process: int) -> float:
    """Processor time of a process and all that it started [s]."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(time_of(int(child)) for child in children)


def main() -> None:
    """Let robots sway, look at them in the browser, and take a picture."""
    from pippin.cli.showcase import Placement, Showcase
    from pippin.sim import SimulationCfg, SimulationContext
    from pippin.viewers.browser import BrowserViewer

    num_envs = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    with SimulationContext(SimulationCfg(dt=0.005, device="cpu")) as simulation:
        showcase = Showcase(simulation, [Placement("ANYMAL_C_CFG")], num_envs, spacing=2.0)
        reach = 2.0 * math.ceil(math.sqrt(num_envs))
        simulation.set_camera_view((0.55 * reach, 0.45 * reach, 0.3 * reach), (0.0, -0.1 * reach, 0.0))
        viewer = BrowserViewer(simulation, port=18200)
        viewer.add_data_plot()
        browser = Chromium(viewer.url, 120.0)
        try:
            browser.wait(lambda: viewer.has_visitors)
            browser.call("Runtime.evaluate", expression=COUNT_FRAMES)
            end, steps, frames = time.monotonic() + SECONDS, 0, viewer.num_frames
            used, used_by_browser = time.process_time(), browser.processor_time()
            while time.monotonic() < end:
                showcase.step(steps * 0.005)
                steps += 1
                viewer.update()
            frames, used = viewer.num_frames - frames, time.process_time() - used
            used_by_browser = browser.processor_time() - used_by_browser
            drawn = browser.call("Runtime.evaluate", expression="page.numFrames")["result"]["value"]
            browser.evaluate(CLOSE_NOTES)
            browser.wait_a_moment()
            browser.picture(PICTURES / "viewer.png")
        finally:
            browser.close()
            viewer.close()
        rate, ahead, drawn_rate = frames / SECONDS, steps * 0.005 / SECONDS, drawn / SECONDS
        sys.stdout.write(
            f"{PICTURES / 'viewer.png'}: {num_envs} robots, {rate:.1f} frames/s sent, {drawn_rate:.1f} drawn, "
            f"{ahead:.2f} x real time, "
            f"{1000.0 * used / max(1, frames):.1f} ms of processor time a frame, physics included, and "
            f"{1000.0 * used_by_browser / max(1, drawn):.1f} ms of the browser's, which draws without a GPU\n"
        )


if __name__ == "__main__":
    main()
