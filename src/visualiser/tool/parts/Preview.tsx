import {
  type PreviewSize,
  previewSizes,
} from '../../../../machines/visualiser/visualiserView/visualiserView.machine.ts';
import { Choices } from './Choices.tsx';

const NAMES: Readonly<Record<PreviewSize, string>> = {
  phone: 'Phone',
  tablet: 'Tablet',
  desktop: 'Desktop',
  tab: 'Another tab',
};

type Props = {
  /** Whether the preview is shown. Its page runs on while it is put away. */
  isShown: boolean;
  /** The page on which the flow runs; null where it runs on none. */
  path: string | null;
  size: PreviewSize;
  onSize: (size: PreviewSize) => void;
  /** The name of the frame, which is the tab of its page. */
  frame: string;
};

/** The preview of the page, in a frame or in another tab. */
export function Preview({ isShown, path, size, onSize, frame }: Props) {
  if (path === null)
    return (
      <section className="preview" aria-label="The page" inert={!isShown}>
        <p className="note">There is no page of the site on which this flow runs.</p>
      </section>
    );
  return (
    <section className={`preview preview-${size}`} aria-label="The page" inert={!isShown}>
      <div className="preview-head">
        <Choices
          label="Width of the page"
          choices={previewSizes.map((id) => ({ id, label: NAMES[id] }))}
          chosen={size}
          onChoose={onSize}
        />
        <a href={path} target="_blank" rel="noopener opener">
          Open {path} in a tab
        </a>
      </div>
      {size === 'tab' ? (
        <p className="note">Open the page in another tab of this browser, and choose it above.</p>
      ) : (
        <div className="frame">
          <iframe key={path} title={`The page ${path}`} name={frame} src={path} />
        </div>
      )}
    </section>
  );
}
