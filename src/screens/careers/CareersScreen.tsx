import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { Seo } from '../../components/Seo.tsx';
import { careersText } from '../../content/careers.ts';
import { jobApplication } from '../../flows/jobApplication.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { careersSeo } from './careers.seo.ts';
import { JobApplicationDialog } from './JobApplicationDialog.tsx';
import { Openings } from './Openings.tsx';
import { WhyJoin } from './WhyJoin.tsx';

/** The job openings by category, and the dialog of the application. Spec §2, Careers. */
export function CareersScreen() {
  const { snapshot, send, rootProps, recovery } = useFlow(jobApplication);
  return (
    <div className="page careers" {...rootProps}>
      <Seo {...careersSeo} />
      <header className="page-hero">
        <h1>{careersText.heading}</h1>
        <p className="tagline">{careersText.tagline}</p>
        <p>{careersText.intro}</p>
      </header>
      <Openings onApply={(job) => send({ type: 'opened', job })} />
      <WhyJoin />
      <ErrorBoundary recoveryFrom={() => recovery}>
        <JobApplicationDialog snapshot={snapshot} send={send} />
      </ErrorBoundary>
    </div>
  );
}
