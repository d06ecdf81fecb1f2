import type { Job } from '../../../machines/jobApplication/jobApplication.rules.ts';
import type { JobPosting } from '../../content/postings.ts';

/** The id of the button that opens the application for a job. */
export const applyButtonId = (job: Pick<Job, 'id'>) => `apply-${job.id}`;

const jobDetails = [
  ['Type', 'type'],
  ['Location', 'location'],
  ['Experience', 'experience'],
  ['Salary', 'salary'],
] as const satisfies readonly (readonly [string, keyof JobPosting])[];

type Props = { posting: JobPosting; onApply: (job: Job) => void };

/** A job posting. Spec §3, Job posting. */
export function JobCard({ posting, onApply }: Props) {
  const { id, title, description } = posting;
  const titleId = `job-${id}`;
  return (
    <article className="job-card" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <dl className="job-facts">
        {jobDetails.map(([label, field]) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>{posting[field]}</dd>
          </div>
        ))}
      </dl>
      <p>{description}</p>
      <button
        type="button"
        className="button"
        id={applyButtonId(posting)}
        aria-describedby={titleId}
        aria-haspopup="dialog"
        onClick={() => onApply({ id, title })}
      >
        Apply Now
      </button>
    </article>
  );
}
