/** Its own types are not found by the package's exports. */
declare module 'dom-accessibility-api' {
  export function computeAccessibleName(element: Element): string;
}
