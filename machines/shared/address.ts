const NOT_IN_A_SEGMENT = /[/\\]|^\.\.?$/;

/** The decoded path of an address; null where it is malformed, or a segment would read as several or as none. */
export function decodePath(path: string): string | null {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.some((segment) => NOT_IN_A_SEGMENT.test(segment)) ? null : segments.join('/');
  } catch {
    return null;
  }
}

/**
 * The path that identifies the page at an address: decoded, in lower case, without `index.html` and superfluous
 * slashes; null where no page has such an address. Server and router find a page by it.
 *
 * @example pagePath('//About/index.html') === '/about'
 */
export function pagePath(path: string): string | null {
  const decoded = decodePath(path)?.toLowerCase().replace(/\/+/g, '/');
  return decoded === undefined ? null : decoded.replace(/\/(index\.html)?$/, '') || '/';
}
