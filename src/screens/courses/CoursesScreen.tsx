import type { EventFromLogic, SnapshotFrom } from 'xstate';
import { CallToAction } from '../../components/CallToAction.tsx';
import { Points } from '../../components/Points.tsx';
import { Seo } from '../../components/Seo.tsx';
import { TabPanel, Tabs } from '../../components/Tabs.tsx';
import { coursesText } from '../../content/courses.ts';
import { curriculum, gradeBands, strands, subjects, type Topic } from '../../content/curriculum.ts';
import { topicLines } from '../../content/topicLines.ts';
import { curriculumBrowser } from '../../flows/curriculum.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { coursesSeo } from './courses.seo.ts';

const ID = 'curriculum';

/** The topics of each subject and grade band. Spec §2, Courses. */
export function CoursesScreen() {
  const { snapshot, send, rootProps } = useFlow(curriculumBrowser);
  const [before, grades, after] = coursesText.subtitle;
  return (
    <div className="page courses" {...rootProps}>
      <Seo {...coursesSeo} />
      <header className="page-hero">
        <h1>{coursesText.heading}</h1>
        <p className="tagline">
          {before}
          <span className="no-wrap">{grades}</span>
          {after}
        </p>
      </header>
      <Curriculum snapshot={snapshot} send={send} />
      <CallToAction id="courses-action" {...coursesText.callToAction} />
    </div>
  );
}

type CurriculumProps = {
  snapshot: SnapshotFrom<typeof curriculumBrowser.machine>;
  send: (event: EventFromLogic<typeof curriculumBrowser.machine>) => void;
};

/** The topics of the selected subject and grade band; those of all where no scripts run. */
function Curriculum({ snapshot, send }: CurriculumProps) {
  const { subject, gradeBand } = snapshot.value;
  const topics = curriculum[subject][gradeBand];
  return (
    <section className="curriculum" aria-label="Topics">
      <Tabs
        id={ID}
        label={coursesText.subjectsLabel}
        tabs={subjects}
        selected={subject}
        onSelect={(tab) => send({ type: `subject.${tab}` })}
      />
      <TabPanel id={ID} selected={subject}>
        <fieldset className="grade-bands">
          <legend className="visually-hidden">{coursesText.gradeBandsLabel}</legend>
          {gradeBands.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              className="grade-band"
              aria-pressed={id === gradeBand}
              onClick={() => send({ type: `gradeBand.${id}` })}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <Illustration name={`subject-${subject}`} />
        <div className="cards">
          {strands.map(({ id, label }) => (
            <section key={id} className={`card strand-${id}`} aria-labelledby={`strand-${id}`}>
              <h2 id={`strand-${id}`}>{label}</h2>
              <Topics topics={topics[id]} />
            </section>
          ))}
        </div>
      </TabPanel>
      <noscript>
        <AllTopics />
      </noscript>
    </section>
  );
}

const Topics = ({ topics }: { topics: readonly Topic[] }) => (
  <ul role="list">
    {topics.map((topic) => (
      <li key={topic}>
        <strong>{topic}</strong> <span>{topicLines[topic]}</span>
      </li>
    ))}
  </ul>
);

const AllTopics = () =>
  subjects.map((subject) => (
    <section key={subject.id}>
      <h2>{subject.label}</h2>
      {gradeBands.map((band) => (
        <section key={band.id}>
          <h3>{band.label}</h3>
          <dl>
            {strands.map(({ id, label }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd>
                  <Points points={curriculum[subject.id][band.id][id]} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  ));
