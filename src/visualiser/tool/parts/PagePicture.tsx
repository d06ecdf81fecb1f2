import { memo } from 'react';
import { type Mask, unmasked } from '../../../../machines/visualiser/mask.ts';
import type {
  LinkContext,
  TimelineRecord,
} from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import { latenessOf, type RecordedPage, recordedPageAt, replay } from '../connection/replay.ts';

type PictureProps = {
  recorded: RecordedPage;
  mask: Mask;
  title: string;
};

/** A recorded page at the size of its window. It can only be looked at. */
export const PagePicture = memo(
  ({ recorded, mask, title }: PictureProps) => (
    <div
      className="page-picture"
      ref={(root) => {
        if (!root) return;
        const frame = replay(root, recorded, mask);
        frame.title = title;
        root.style.setProperty('--picture-width', `${frame.width}px`);
        root.style.setProperty('--picture-height', `${frame.height}px`);
        const width = root.parentElement?.clientWidth ?? 0;
        root.style.setProperty('--picture-scale', String(width / Number(frame.width)));
        return () => root.replaceChildren();
      }}
    />
  ),
  (before, after) =>
    before.recorded.entry === after.recorded.entry &&
    before.recorded.changes.at(-1) === after.recorded.changes.at(-1) &&
    (before.mask === unmasked) === (after.mask === unmasked),
);

type Props = {
  context: Pick<LinkContext, 'recorded'>;
  record: TimelineRecord;
  mask: Mask;
};

/** The page as it was at an entry of the timeline. */
export function PastPage({ context, record, mask }: Props) {
  const recorded = recordedPageAt(context, record);
  if (!recorded)
    return <p className="note">The page was not recorded at this entry, or there was no more room for it.</p>;
  const later = latenessOf(recorded);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls it.
    <figure className="past-page" tabIndex={0}>
      <PagePicture recorded={recorded} mask={mask} title="The page at this entry" />
      <figcaption className="hint">
        {later === 0
          ? 'The page after this entry.'
          : `The page ${later} ms after this entry, and after the next of the same frame.`}
      </figcaption>
    </figure>
  );
}
