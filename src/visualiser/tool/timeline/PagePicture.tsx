import { memo } from 'react';
import type { LinkContext } from '../../../../machines/visualiser/visualiserLink/visualiserLink.types.ts';
import type { ShownRecord } from './checks.ts';
import { maskOfPages } from './displayed.ts';
import { type RecordedPage, recordedPageAt, replay } from './replay.ts';

type PictureProps = {
  recorded: RecordedPage;
  timeline: readonly ShownRecord[];
  isMasked: boolean;
  title: string;
};

/** A recorded page in the size of the window in which it was shown. It can only be looked at. */
export const PagePicture = memo(
  ({ recorded, timeline, isMasked, title }: PictureProps) => (
    <div
      className="page-picture"
      ref={(root) => {
        if (!root) return;
        const frame = replay(root, recorded, maskOfPages(timeline, isMasked));
        frame.title = title;
        root.style.setProperty('--picture-width', `${frame.width}px`);
        root.style.setProperty('--picture-height', `${frame.height}px`);
        return () => root.replaceChildren();
      }}
    />
  ),
  (before, after) => before.recorded.at(-1) === after.recorded.at(-1) && before.isMasked === after.isMasked,
);

type Props = {
  context: Pick<LinkContext, 'timeline' | 'recorded'>;
  record: ShownRecord;
  isMasked: boolean;
};

/** The page as it was at an entry of the timeline. */
export function PastPage({ context, record, isMasked }: Props) {
  const recorded = recordedPageAt(context, record);
  if (!recorded)
    return <p className="note">The page was not recorded at this entry, or there was no more room for it.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: The keyboard scrolls it.
    <figure className="past-page" tabIndex={0}>
      <figcaption className="hint">The page after this entry.</figcaption>
      <PagePicture
        recorded={recorded}
        timeline={context.timeline}
        isMasked={isMasked}
        title="The page at this entry"
      />
    </figure>
  );
}
