import type { Picture, ReportStep } from './types.ts';

/** The width in pixels from which a page is drawn smaller. */
const WIDE = 600;

/** A page that cannot run anything: its frame is sandboxed, and the policy of the report is also its own. */
function PictureFrame({ picture: { html, width, height }, number }: { picture: Picture; number: number }) {
  return (
    <div className="picture">
      <label>
        <input type="checkbox" /> Full size, step {number}
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls it. */}
      <section className="frame" aria-label={`Picture of step ${number}`} tabIndex={0}>
        <iframe
          className={width > WIDE ? 'is-wide' : undefined}
          sandbox=""
          srcDoc={html}
          title={`The page after step ${number}`}
          width={width}
          height={height}
        />
      </section>
    </div>
  );
}

/** One step of a report: the person and action, the result, and the page after it. */
export function StepItem({ step }: { step: ReportStep }) {
  const {
    number,
    at,
    who,
    text,
    state,
    description,
    failure,
    transitions,
    guards,
    payload,
    changes,
    picture,
  } = step;
  return (
    <li className="step">
      <div>
        <p>
          <span className="number">{number}</span>
          <strong>{who}</strong>: {text} <small>{(at / 1_000).toFixed(2)} s</small>
        </p>
        {state !== null && failure === null && (
          <p>
            → <code>{state}</code> <span className="soft">{description}</span>
          </p>
        )}
        {failure !== null && <p className="failure">Threw the error “{failure}”.</p>}
        {changes.length > 0 && (
          <table>
            <thead>
              <tr>
                {['Changed in the context', 'before', 'after'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changes.map(({ path, before, after }) => (
                <tr key={path}>
                  <th scope="row">{path}</th>
                  <td>{before}</td>
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {(guards.length > 0 || transitions.length > 0 || payload !== null) && (
          <details>
            <summary>Guards, transitions and payload</summary>
            {guards.length > 0 && (
              <ul>
                {guards.map((guard) => (
                  <li key={guard}>{guard}</li>
                ))}
              </ul>
            )}
            {transitions.length > 0 && (
              <ul>
                {[...new Set(transitions)].map((transition) => (
                  <li key={transition}>
                    <code>{transition}</code>
                  </li>
                ))}
              </ul>
            )}
            {payload !== null && <pre>{payload}</pre>}
          </details>
        )}
      </div>
      {picture && <PictureFrame picture={picture} number={number} />}
    </li>
  );
}
