import { Component, type ReactNode } from 'react';
import type { Recovery } from '../flows/recovery.ts';
import { ContactLink } from './ContactLink.tsx';

type Props = {
  /** The message in place of the children, and the action of its button. */
  recoveryFrom: (error: unknown) => Recovery;
  /** The path of the page: another one is rendered without the button. */
  path?: string;
  children: ReactNode;
};

/** Shows an error in place of children that throw, and a button that renders them again. */
export class ErrorBoundary extends Component<Props, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidUpdate({ path }: Props) {
    if (path !== this.props.path && this.state.failure) this.setState({ failure: null });
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    const { text, verb, recover } = this.props.recoveryFrom(failure.error);
    return (
      <section className="notice recovery" role="alert">
        <h2>Something went wrong on this page</h2>
        <p>{text}</p>
        <button
          type="button"
          className="button"
          onClick={() => {
            this.setState({ failure: null });
            recover();
          }}
        >
          {verb}
        </button>
        <p className="link-row">
          <ContactLink by="phone" />
          <ContactLink by="email" />
        </p>
      </section>
    );
  }
}
