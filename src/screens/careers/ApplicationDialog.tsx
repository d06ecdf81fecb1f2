import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { jobApplicationMachine } from '../../../machines/jobApplication/jobApplication.machine.ts';
import { messages } from '../../../machines/jobApplication/jobApplication.messages.ts';
import {
  type ApplicationValues,
  acceptedEndings,
} from '../../../machines/jobApplication/jobApplication.rules.ts';
import { PHONE_PATTERN } from '../../../machines/phone.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { FileField } from '../../components/FileField.tsx';
import { TextAreaField, TextField } from '../../components/fields.tsx';
import { LinkedText } from '../../components/LinkedText.tsx';
import { careersText } from '../../content/careers.ts';
import { fieldId, formId } from '../../flows/jobApplication.ts';
import { applyButtonId } from './JobCard.tsx';

type Props = {
  snapshot: SnapshotFrom<typeof jobApplicationMachine>;
  send: (event: EventFromLogic<typeof jobApplicationMachine>) => void;
};

/** The dialog in which somebody applies for the job that was opened last. Spec §2, Careers; §5, Job application. */
export function ApplicationDialog({ snapshot, send }: Props) {
  const { job, values, resume, lostResume } = snapshot.context;
  if (!job) return null;

  const field = (name: keyof ApplicationValues) => ({
    id: fieldId(name),
    name,
    value: values[name],
    onChange: (value: string) => send({ type: 'changed', values: { [name]: value } }),
  });

  return (
    <Dialog
      id="job-application"
      title={messages.title(job.title)}
      isOpen={snapshot.matches('open')}
      firstFocus={fieldId('name')}
      opener={applyButtonId(job)}
      onClose={() => send({ type: 'closed' })}
      onCancel={() => send({ type: 'cancelled' })}
    >
      <form
        // A file stays in its field: another job has another one.
        key={job.id}
        id={formId}
        // The machine decides, and lets the browser say what is missing.
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: 'submitted' });
        }}
      >
        <TextField {...field('name')} label="Full Name*" autoComplete="name" />
        <TextField {...field('email')} label="Email*" type="email" inputMode="email" autoComplete="email" />
        <TextField
          {...field('phone')}
          label="Phone*"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="Ten digits"
          pattern={{ expression: PHONE_PATTERN, title: 'Ten digits' }}
        />
        <FileField
          id={fieldId('resume')}
          name="resume"
          label="Resume/CV*"
          accept={acceptedEndings}
          chosen={resume}
          hint="PDF, DOC or DOCX"
          problem={problemOf(snapshot, lostResume)}
          onChoose={(name) => send(name === null ? { type: 'fileRemoved' } : { type: 'fileChosen', name })}
        />
        <TextAreaField
          {...field('coverLetter')}
          label="Cover Letter"
          hint="Optional"
          rows={4}
          required={false}
          placeholder="Tell us why you'd be a great fit..."
        />
        <p>
          <LinkedText text={careersText.unsent} />
        </p>
        <button type="submit" className="button">
          Submit Application
        </button>
      </form>
    </Dialog>
  );
}

function problemOf(snapshot: Props['snapshot'], lostResume: string | null): string | undefined {
  if (snapshot.matches({ open: 'refused' })) return messages.refused;
  return lostResume === null ? undefined : messages.lost(lostResume);
}
