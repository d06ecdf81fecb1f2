/** Its own types are not found by the package's exports. */
declare module 'dom-accessibility-api' {
  /** Returns the accessible name of an element. */
  export function computeAccessibleName(element: Element): string;
}
