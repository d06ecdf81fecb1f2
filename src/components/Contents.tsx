type Part = { id: string; title: string };

/** The links to the parts of a page. */
export const Contents = ({ parts }: { parts: readonly Part[] }) => (
  <nav className="contents" aria-label="On this page">
    <ul>
      {parts.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
);
