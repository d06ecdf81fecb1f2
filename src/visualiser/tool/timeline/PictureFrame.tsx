import type { CSSProperties } from 'react';
import type {
  LinkContext,
  TimelineRecord,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { framedPicture, showPicture } from './pictures.ts';
import { nearestPicture } from './timelineOf.ts';

type Props = {
  context: Pick<LinkContext, 'timeline' | 'pictures' | 'styleSheets' | 'droppedPictures'>;
  record: TimelineRecord;
  isMasked: boolean;
};

/** Returns custom properties, which React's types do not have. */
const sizeStyle = (sizes: Record<`--${string}`, string>): CSSProperties => ({ ...sizes });

const seconds = (from: TimelineRecord, to: TimelineRecord) => ((to.at - from.at) / 1_000).toFixed(2);

/** The picture of the page at an entry of the timeline. It can only be looked at. */
export function PictureFrame({ context, record, isMasked }: Props) {
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
    <figure className="picture">
      <div
        className="picture-frame"
        style={sizeStyle({
          '--picture-width': `${stored.width}px`,
          '--picture-height': `${stored.height}px`,
        })}
      >
        <iframe
          title="The page at this entry"
          sandbox="allow-same-origin"
          inert
          srcDoc={framedPicture(stored, isMasked)}
          onLoad={({ currentTarget }) => showPicture(currentTarget, stored, context)}
        />
      </div>
      <figcaption className="hint">
        {pictured === record
          ? 'The page after this entry.'
          : `The page ${seconds(record, pictured)} s later: more happened before a picture could be taken.`}
      </figcaption>
    </figure>
  );
}
