/** Lets the browser say that the device has no network, or what is true, and tells the page of a change. */
export function setOffline(isOffline: boolean): void {
  const wasOnline = navigator.onLine;
  if (isOffline) Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  else Reflect.deleteProperty(navigator, 'onLine');
  if (navigator.onLine !== wasOnline)
    window.dispatchEvent(new Event(navigator.onLine ? 'online' : 'offline'));
}
