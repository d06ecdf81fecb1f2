import type { Job } from '../../../machines/jobApplication/jobApplication.rules.ts';
import { inCategory, listingFrom } from '../../../machines/listing/listing.machine.ts';
import { NeedsScript } from '../../components/NeedsScript.tsx';
import { TabPanel, Tabs } from '../../components/Tabs.tsx';
import { careersText } from '../../content/careers.ts';
import { categoryTabs, postings } from '../../content/postings.ts';
import { openings } from '../../flows/openings.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { JobCard } from './JobCard.tsx';

const ID = 'openings';

/** The openings of the chosen category. Spec §2, Careers; §4, Career tabs. */
export function Openings({ onApply }: { onApply: (job: Job) => void }) {
  const start = { category: null, items: postings };
  const { snapshot, send, marks } = useFlow(openings, start, listingFrom(openings.machine, start));
  const { category } = snapshot.context;
  const chosen = categoryTabs.find(({ id }) => id === category)?.id ?? 'all';
  return (
    <section className="openings" aria-label="Openings" {...marks}>
      <Tabs
        id={ID}
        label={careersText.tabsLabel}
        tabs={categoryTabs}
        chosen={chosen}
        onChoose={(tab) => send({ type: 'categoryChosen', category: tab === 'all' ? null : tab })}
      />
      <NeedsScript {...careersText.withoutScripts} />
      <TabPanel id={ID} chosen={chosen}>
        {snapshot.matches('empty') ? (
          <div className="empty">
            <Illustration name="empty-notebook" load="soon" />
            <p>{careersText.empty}</p>
          </div>
        ) : (
          <ul className="job-cards">
            {inCategory(postings, category).map((posting) => (
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
