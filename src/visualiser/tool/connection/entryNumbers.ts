/** The most orders of a page whose numbers are known; a picture comes at most some seconds after its entry. */
const MAX_ORDERS = 10_000;

/**
 * Numbers what happens on all pages in one sequence. Each page counts by itself what happens on it: its orders begin
 * with 0, the load of the page.
 */
export class EntryNumbers {
  #next = 0;
  /** The number of each order that is known of a page, by the id of the page; the lowest order first. */
  readonly #byPage = new Map<string, Map<number, number>>();

  /** Lets what follows have higher numbers than one that is known from before. */
  continueAfter(number: number): void {
    this.#next = Math.max(this.#next, number + 1);
  }

  numberOfLoad(page: string): number {
    return this.#byPage.get(page)?.get(0) ?? this.#add(page, 0);
  }

  /** Returns the number of what has an order on a page; without an order, which is 0, a new one. */
  numberOf(page: string, order: number): number {
    return order === 0 ? this.#next++ : (this.#byPage.get(page)?.get(order) ?? this.#add(page, order));
  }

  #add(page: string, order: number): number {
    const numbers = this.#byPage.get(page) ?? new Map<number, number>();
    this.#byPage.set(page, numbers);
    const number = this.#next++;
    numbers.set(order, number);
    const [oldest = 0] = numbers.keys();
    if (numbers.size > MAX_ORDERS) numbers.delete(oldest);
    return number;
  }

  /** Returns the number of the latest that happened on a page up to an order; null where nothing is known. */
  numberBefore(page: string, order: number): number | null {
    const numbers = this.#byPage.get(page) ?? new Map<number, number>();
    for (const [known, number] of [...numbers].reverse()) if (known <= order) return number;
    return null;
  }

  /** Forgets the orders of a page that is gone. */
  forget(page: string): void {
    this.#byPage.delete(page);
  }
}
