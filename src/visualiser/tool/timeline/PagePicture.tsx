import type { CSSProperties } from 'react';
import type {
  LinkContext,
  StoredPicture,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { ShownRecord } from './checks.ts';
import { framedPicture, showPicture } from './pictures.ts';
import { nearestPicture } from './timelineOf.ts';

/** Returns custom properties, which React's types do not have. */
const sizeStyle = (sizes: Record<`--${string}`, string>): CSSProperties => ({ ...sizes });

type PictureProps = {
  stored: StoredPicture;
  styleSheets: LinkContext['styleSheets'];
  isMasked: boolean;
  title: string;
};

/** A picture of a page in the size of the window that it was taken of. It can only be looked at. */
export const PagePicture = ({ stored, styleSheets, isMasked, title }: PictureProps) => (
  <iframe
    className="page-picture"
    title={title}
    style={sizeStyle({
      '--picture-width': `${stored.width}px`,
      '--picture-height': `${stored.height}px`,
    })}
    sandbox="allow-same-origin"
    inert
    srcDoc={framedPicture(stored, isMasked)}
    onLoad={({ currentTarget }) => showPicture(currentTarget, stored, { styleSheets })}
  />
);

type Props = {
  context: Pick<LinkContext, 'timeline' | 'pictures' | 'styleSheets' | 'droppedPictures'>;
  record: ShownRecord;
  isMasked: boolean;
};

const seconds = (from: ShownRecord, to: ShownRecord) => ((to.at - from.at) / 1_000).toFixed(2);

/** The page as it was at an entry of the timeline. */
export function PastPage({ context, record, isMasked }: Props) {
  const nearest = nearestPicture(context, record);
  if (!nearest)
    return (
      <p className="note">
        There is no picture of the page at this entry
        {context.droppedPictures > 0 ? ': there is room for the newest alone.' : '.'}
      </p>
    );
  const { stored, record: pictured } = nearest;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls it.
    <figure className="past-page" tabIndex={0}>
      <figcaption className="hint">
        {pictured.number === Math.floor(record.number)
          ? 'The page after this entry.'
          : `The page ${seconds(record, pictured)} s later: more happened before a picture could be taken.`}
      </figcaption>
      <PagePicture
        stored={stored}
        styleSheets={context.styleSheets}
        isMasked={isMasked}
        title="The page at this entry"
      />
    </figure>
  );
}
