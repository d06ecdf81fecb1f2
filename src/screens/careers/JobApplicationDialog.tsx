import type { EventFromLogic, SnapshotFrom } from 'xstate';
import type { jobApplicationMachine } from '../../../machines/jobApplication/jobApplication.machine.ts';
import { jobApplicationMessages } from '../../../machines/jobApplication/jobApplication.messages.ts';
import {
  type ApplicationValues,
  acceptedExtensions,
} from '../../../machines/jobApplication/jobApplication.rules.ts';
import { isTypablePhone, normalizePhone, PHONE_PATTERN } from '../../../machines/shared/phone.ts';
import { type TypingRules, useFormControls } from '../../browser/formControls.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { FileField } from '../../components/FileField.tsx';
import { RequiredNote, TextAreaField, TextField } from '../../components/fields.tsx';
import { LinkedText } from '../../components/LinkedText.tsx';
import { careersText } from '../../content/careers.ts';
import { fieldId, formId } from '../../flows/jobApplication.ts';
import { applyButtonId } from './JobCard.tsx';

type Props = {
  snapshot: SnapshotFrom<typeof jobApplicationMachine>;
  send: (event: EventFromLogic<typeof jobApplicationMachine>) => void;
};

const typingRules: TypingRules = { phone: { normalize: normalizePhone, isTypable: isTypablePhone } };

/**
 * The dialog of the application for the job that was opened last. It is rendered before its first opening, so that
 * opening it is quick. Spec §2, Careers; §5, Job application.
 */
export function JobApplicationDialog({ snapshot, send }: Props) {
  const { job, values, resume, resumeBeforeReload } = snapshot.context;

  const textFieldProps = (name: keyof ApplicationValues) => ({
    id: fieldId(name),
    name,
    value: values[name],
    normalize: typingRules[name]?.normalize,
  });
  const controls = useFormControls({
    rules: typingRules,
    values,
    onChange: (changed) => send({ type: 'changed', values: changed }),
    onSubmit: () => send({ type: 'submitted' }),
  });

  return (
    <Dialog
      id="job-application"
      title={jobApplicationMessages.title(job?.title ?? 'a job')}
      isOpen={snapshot.matches('open')}
      initialFocusId={fieldId('name')}
      openerId={job ? applyButtonId(job) : ''}
      onClose={() => send({ type: 'closed' })}
      onCancel={() => send({ type: 'cancelled' })}
    >
      <form
        {...controls}
        id={formId}
        // The machine decides whether the form is valid, and has the browser report the missing fields.
        noValidate
      >
        <RequiredNote />
        <TextField {...textFieldProps('name')} label="Full Name*" autoComplete="name" />
        <TextField
          {...textFieldProps('email')}
          label="Email*"
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <TextField
          {...textFieldProps('phone')}
          label="Phone*"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="Ten digits"
          pattern={{ expression: PHONE_PATTERN, title: 'Ten digits' }}
        />
        <FileField
          // A new field for each job, because its file cannot be set.
          key={job?.id}
          id={fieldId('resume')}
          name="resume"
          label="Resume/CV*"
          accept={acceptedExtensions}
          chosen={resume}
          hint="PDF, DOC or DOCX"
          problem={resumeProblem(snapshot, resumeBeforeReload)}
          onChoose={(name) => send(name === null ? { type: 'fileRemoved' } : { type: 'fileChosen', name })}
        />
        <TextAreaField
          {...textFieldProps('coverLetter')}
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

function resumeProblem(snapshot: Props['snapshot'], resumeBeforeReload: string | null): string | undefined {
  if (snapshot.matches({ open: 'fileRefused' })) return jobApplicationMessages.refused;
  return resumeBeforeReload === null ? undefined : jobApplicationMessages.lost(resumeBeforeReload);
}
