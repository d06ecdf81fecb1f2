/** The attribute of an element that fills the window where the browser has no full screen. */
const FILLS_WINDOW = 'data-fills-window';

/** Shows an element on the full screen, or in the whole window where the browser refuses that; or ends it. */
export async function toggleFullScreen(id: string): Promise<void> {
  const element = document.getElementById(id);
  if (!element) return;
  if (document.fullscreenElement) {
    await document.exitFullscreen();
    return;
  }
  if (element.hasAttribute(FILLS_WINDOW)) {
    element.removeAttribute(FILLS_WINDOW);
    return;
  }
  try {
    await element.requestFullscreen();
  } catch {
    element.setAttribute(FILLS_WINDOW, '');
  }
}
