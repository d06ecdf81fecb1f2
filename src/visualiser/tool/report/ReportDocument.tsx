import type { ReactNode } from 'react';
import { StepItem } from './StepItem.tsx';
import type { Report } from './types.ts';

/** Nothing is loaded, run or sent: the file has its styles, and its pictures as data. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const dataUrl = (type: string, text: string) => `data:${type},${encodeURIComponent(text)}`;

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

const inNumber = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

function Replay({ flow, recording, link, testCode, testFolder, problem }: Report) {
  const json = JSON.stringify(recording, null, 2);
  return (
    <Section id="replay" title="Replay">
      {link === null ? (
        <p>The recording is too long for a link: open its file in the panel Recording of the visualiser.</p>
      ) : (
        <p>
          <a href={link}>Replay the {inNumber(recording.steps.length, 'step')} in the visualiser</a>, where
          the site runs at that address. Or open the file in its panel Recording.
        </p>
      )}
      <p>
        <a download={`${flow.id}-recorded.json`} href={dataUrl('application/json', json)}>
          Save the recording as a file
        </a>
      </p>
      <p>
        As a test, to be put into <code>{testFolder}</code>.{' '}
        {problem === null
          ? 'The machine alone replays it.'
          : `The machine alone does not replay it, so the test fails: ${problem}`}
      </p>
      <pre>
        <code>{testCode}</code>
      </pre>
    </Section>
  );
}

/** The document of a report, without anything outside of it. React escapes every text in it. */
function ReportDocument({ report, styles }: { report: Report; styles: string }) {
  const { flow, path, isMasked, steps, omittedSteps, omittedPictures, versions } = report;
  const last = steps.findLast(({ state }) => state !== null);
  const failed = steps.findLast(({ failure }) => failure !== null);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`Bug report: ${flow.title}`}</title>
        <style>{styles}</style>
      </head>
      <body>
        <main>
          <h1>Bug report: {flow.title}</h1>
          <p className="soft">{flow.purpose}</p>
          {failed && (
            <p className="failure">
              Step {failed.number} threw the error “{failed.failure}”.
            </p>
          )}
          <p>
            {inNumber(steps.length, 'step')} on <code>{path}</code>
            {last && (
              <>
                {' '}
                led to <code>{last.state}</code>
              </>
            )}
            .{' '}
            {isMasked
              ? 'What was typed is masked: its letters and digits are replaced.'
              : 'This report contains what was typed, as it was typed. The recording and the test do not.'}
          </p>
          <Section id="steps" title="What happened">
            {omittedSteps > 0 && <p>Not shown: {inNumber(omittedSteps, 'older step')}.</p>}
            {omittedPictures > 0 && (
              <p>
                Not shown, because the file would be too large: {inNumber(omittedPictures, 'older picture')}.
              </p>
            )}
            <ol className="steps">
              {steps.map((step) => (
                <StepItem key={step.number} step={step} />
              ))}
            </ol>
          </Section>
          <Replay {...report} />
          <Section id="versions" title="Versions">
            <table>
              <tbody>
                {Object.entries(versions).map(([name, value]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{value}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        </main>
      </body>
    </html>
  );
}

/** A report as one HTML file, in which nothing runs and which needs nothing else. */
export async function reportHtml(report: Report, styles: string): Promise<string> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  return `<!doctype html>\n${renderToStaticMarkup(<ReportDocument report={report} styles={styles} />)}\n`;
}
