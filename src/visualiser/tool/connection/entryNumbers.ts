/**
 * Numbers what happens on all pages in one sequence. Each page counts by itself what happens on it: its orders begin
 * with 0, the load of the page.
 */
export class EntryNumbers {
  #next = 0;
  /** The numbers of what happened on a page, by their orders. */
  readonly #byPage = new Map<string, number[]>();

  /** Lets what follows have higher numbers than one that is known from before. */
  continueAfter(number: number): void {
    this.#next = Math.max(this.#next, number + 1);
  }

  numberOfLoad(page: string): number {
    return this.#known(page, 0);
  }

  /** Returns the number of what has an order on a page; without an order, which is 0, a new one. */
  numberOf(page: string, order: number): number {
    return order === 0 ? this.#next++ : this.#known(page, order);
  }

  #known(page: string, order: number): number {
    const numbers = this.#byPage.get(page) ?? [];
    this.#byPage.set(page, numbers);
    const number = numbers[order] ?? this.#next++;
    numbers[order] = number;
    return number;
  }

  /** Returns the number of the latest that is known to have happened on a page up to an order, at least of its load. */
  numberBefore(page: string, order: number): number {
    const numbers = this.#byPage.get(page) ?? [];
    return numbers.findLast((number, at) => at <= order && number !== undefined) ?? this.numberOfLoad(page);
  }

  /** Forgets the orders of a page that is gone. */
  forget(page: string): void {
    this.#byPage.delete(page);
  }
}
