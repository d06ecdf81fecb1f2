import type { Link } from '../content/link.ts';
import { SiteLink } from './SiteLink.tsx';

type Props = { id: string; heading: string; text: string; actions: readonly Link[] };

/** A reader's next steps, at the end of a page. */
export const CallToAction = ({ id, heading, text, actions }: Props) => (
  <section className="call-to-action" aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    <p>{text}</p>
    <p className="actions">
      {actions.map(({ label, href }) => (
        <SiteLink key={href} href={href} className="button">
          {label}
        </SiteLink>
      ))}
    </p>
  </section>
);
