import {
  scholarshipCourses,
  scholarshipForm,
  scholarshipGrades,
} from '../../../machines/scholarship/scholarship.rules.ts';
import { SelectField } from '../../components/choiceFields.tsx';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { STUDENT_NAME, TextField } from '../../components/fields.tsx';
import { SendForm } from '../../components/SendForm.tsx';
import { Seo } from '../../components/Seo.tsx';
import { SiteLink } from '../../components/SiteLink.tsx';
import { scholarshipFormText as text } from '../../content/scholarshipForm.ts';
import { scholarship } from '../../flows/scholarship.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { scholarshipSeo } from './scholarship.seo.ts';

/** The scholarship application. Spec §2, Scholarship application. */
export function ScholarshipScreen() {
  const { snapshot, send, rootProps, recovery } = useFlow(scholarship);
  return (
    <section className="page narrow scholarship" {...rootProps}>
      <Seo {...scholarshipSeo} />
      <h1>{text.heading}</h1>
      <p className="lead">{text.intro}</p>
      <p>
        <SiteLink href={text.knowMore.href}>{text.knowMore.label}</SiteLink>
      </p>
      <div className="form-column">
        <ErrorBoundary recoveryFrom={() => recovery}>
          <SendForm
            form={scholarshipForm}
            context={snapshot.context}
            isBusy={snapshot.hasTag('busy')}
            isInvalid={snapshot.matches('invalid')}
            send={send}
            submit={{ label: text.submit, busyLabel: text.submitting }}
            sent={<NextSteps />}
          >
            {(bind) => (
              <>
                <TextField {...bind('name')} label={text.name} autoComplete={STUDENT_NAME} />
                <SelectField
                  {...bind('grade')}
                  label={text.grade}
                  options={scholarshipGrades}
                  placeholder={text.gradePlaceholder}
                />
                <SelectField
                  {...bind('course')}
                  label={text.course}
                  options={scholarshipCourses}
                  placeholder={text.coursePlaceholder}
                />
                <TextField
                  {...bind('phone')}
                  label={text.phone}
                  type="tel"
                  inputMode="tel"
                  autoComplete="tel"
                  hint={text.phoneHint}
                />
                <TextField {...bind('city')} label={text.city} autoComplete="address-level2" />
              </>
            )}
          </SendForm>
        </ErrorBoundary>
      </div>
      <section className="after-sending" aria-labelledby="scholarship-steps">
        <Illustration name="service-assessment" />
        <h2 id="scholarship-steps">{text.stepsHeading}</h2>
        <ol>
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {text.facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </section>
    </section>
  );
}

const NextSteps = () => (
  <section className="alert-advice" aria-labelledby="scholarship-next">
    <h2 id="scholarship-next">{text.nextHeading}</h2>
    <ul>
      {text.next.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  </section>
);
