import { type Width, widths } from '../../../machines/visualiserView/visualiserView.machine.ts';
import { Choices } from './Choices.tsx';

const NAMES: Readonly<Record<Width, string>> = {
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  tab: 'Another tab',
};

type Props = {
  /** The page on which the flow runs; null where it runs on none. */
  path: string | null;
  width: Width;
  onWidth: (width: Width) => void;
  /** The name of the frame, by which its page is known. */
  frame: string;
};

/** The real page, beside the chart or in another tab. */
export function Beside({ path, width, onWidth, frame }: Props) {
  if (path === null)
    return (
      <section className="beside" aria-label="The page">
        <p className="note">There is no page of the site on which this flow runs.</p>
      </section>
    );
  return (
    <section className={`beside beside-${width}`} aria-label="The page">
      <div className="beside-head">
        <Choices
          label="Width of the page"
          choices={widths.map((id) => ({ id, label: NAMES[id] }))}
          chosen={width}
          onChoose={onWidth}
        />
        <a href={path} target="_blank" rel="noopener opener">
          Open {path} in a tab
        </a>
      </div>
      {width === 'tab' ? (
        <p className="note">Open the page in another tab of this browser, and choose it above.</p>
      ) : (
        <div className="frame">
          <iframe key={path} title={`The page ${path}`} name={frame} src={path} />
        </div>
      )}
    </section>
  );
}
