import '@testing-library/jest-dom/vitest';

// happy-dom does no layout: what stands in the page counts as shown.
Element.prototype.checkVisibility ??= function (this: Element) {
  return this.isConnected;
};
