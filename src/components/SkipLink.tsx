/** The first link of every page leads past what all pages have in common. */
export function SkipLink() {
  return (
    <a className="skip-link" href="#main">
      Skip to the content
    </a>
  );
}
