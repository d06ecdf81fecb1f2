/**
 * Does something that the page can go without. An extension may have replaced a method of the browser by one that throws,
 * and an in-app browser may lack it: an action that throws would end its flow.
 */
export function attempt(callback: () => void): void {
  try {
    callback();
  } catch {
    // The page goes on without it.
  }
}
