import type { Job } from '../../../machines/jobApplication/jobApplication.rules.ts';
import { itemsInCategory, listingSnapshot } from '../../../machines/listing/listing.machine.ts';
import { NoScriptNotice } from '../../components/NoScriptNotice.tsx';
import { TabPanel, Tabs } from '../../components/Tabs.tsx';
import { careersText } from '../../content/careers.ts';
import { categoryTabs, postings } from '../../content/postings.ts';
import { openings } from '../../flows/openings.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { JobCard } from './JobCard.tsx';

const ID = 'openings';

/** The openings of the selected category. Spec §2, Careers; §4, Career tabs. */
export function Openings({ onApply }: { onApply: (job: Job) => void }) {
  const input = { category: null, items: postings };
  const { snapshot, send, rootProps } = useFlow(openings, input, listingSnapshot(openings.machine, input));
  const { category } = snapshot.context;
  const selected = categoryTabs.find(({ id }) => id === category)?.id ?? 'all';
  return (
    <section className="openings" aria-label="Openings" {...rootProps}>
      <Tabs
        id={ID}
        label={careersText.tabsLabel}
        tabs={categoryTabs}
        selected={selected}
        onSelect={(tab) => send({ type: 'categoryChosen', category: tab === 'all' ? null : tab })}
      />
      <NoScriptNotice {...careersText.withoutScripts} />
      <TabPanel id={ID} selected={selected}>
        {snapshot.matches('empty') ? (
          <div className="empty">
            <Illustration name="empty-notebook" load="eager" />
            <p>{careersText.empty}</p>
          </div>
        ) : (
          <ul role="list" className="job-cards">
            {itemsInCategory(postings, category).map((posting) => (
              <li key={posting.id}>
                <JobCard posting={posting} onApply={onApply} />
              </li>
            ))}
          </ul>
        )}
      </TabPanel>
    </section>
  );
}
