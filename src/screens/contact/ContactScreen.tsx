import { contactForm } from '../../../machines/contact/contact.rules.ts';
import { ContactLink } from '../../components/ContactLink.tsx';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { TextAreaField, TextField } from '../../components/fields.tsx';
import { Points } from '../../components/Points.tsx';
import { SendForm } from '../../components/SendForm.tsx';
import { Seo } from '../../components/Seo.tsx';
import { contactText } from '../../content/contact.ts';
import { contact } from '../../flows/contact.ts';
import { useFlow } from '../../flows/useFlow.ts';
import { Illustration } from '../../illustrations/Illustration.tsx';
import { contactSeo } from './contact.seo.ts';

const text = contactText.form;

/** The contact form, and the other ways to reach the provider. Spec §2, Contact Us. */
export function ContactScreen() {
  const { snapshot, send, rootProps, recovery } = useFlow(contact);
  return (
    <div className="page narrow contact">
      <Seo {...contactSeo} />
      <h1>{contactText.heading}</h1>
      <p className="lead">{contactText.subtitle}</p>
      <p>{contactText.intro}</p>
      <section className="contact-form form-column" aria-label={text.name} {...rootProps}>
        <ErrorBoundary recoveryFrom={() => recovery}>
          <SendForm
            form={contactForm}
            context={snapshot.context}
            isBusy={snapshot.hasTag('busy')}
            isInvalid={snapshot.matches('invalid')}
            send={send}
            submit={{ label: text.submit, busyLabel: text.submitting }}
          >
            {(bind) => (
              <>
                <TextField {...bind('name')} label={text.fields.name} autoComplete="name" />
                <TextField
                  {...bind('email')}
                  label={text.fields.email}
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                />
                <TextField
                  {...bind('phone')}
                  label={text.fields.phone}
                  type="tel"
                  inputMode="tel"
                  autoComplete="tel"
                />
                <TextAreaField {...bind('message')} label={text.fields.message} rows={5} />
              </>
            )}
          </SendForm>
        </ErrorBoundary>
      </section>
      <section className="after-sending" aria-labelledby="after-sending">
        <Illustration name="service-soft-skills" />
        <h2 id="after-sending">{contactText.next.heading}</h2>
        <Points points={contactText.next.steps} />
      </section>
      <section className="contact-details" aria-labelledby="contact-details">
        <h2 id="contact-details">{contactText.detailsHeading}</h2>
        <ul role="list">
          <li>
            <ContactLink by="phone" />
          </li>
          <li>
            <ContactLink by="email" />
          </li>
        </ul>
      </section>
    </div>
  );
}
