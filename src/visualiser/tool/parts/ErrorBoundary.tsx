import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** The content in place of the children after an error; `retry` shows them again. */
  fallback: (error: Error, retry: () => void) => ReactNode;
};

/** Shows a fallback in place of children that throw an error while they are rendered. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.fallback(error, () => this.setState({ error: null })) : this.props.children;
  }
}
