import type { FormEvent, ReactNode } from 'react';
import type { ServerAnswer } from '../../../../../machines/visualiser/visualiserEnvironment/visualiserEnvironment.types.ts';

type Answer = Pick<ServerAnswer, 'status' | 'body' | 'delay'>;

const SAMPLE_BODY = JSON.stringify({ success: false, message: 'Please try again in a minute.' });

type Props = {
  button: string;
  /** Called with the answer, and with the fields that stand before those of the answer. */
  onAnswer: (answer: Answer, fields: FormData) => void;
  /** The fields before those of the answer. */
  children?: ReactNode;
};

/** A form for an answer of the server: its status, its body, and how long it takes. */
export function AnswerForm({ button, onAnswer, children }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onAnswer(
      {
        status: Number(fields.get('status')),
        body: String(fields.get('body')),
        delay: Number(fields.get('delay')) * 1_000,
      },
      fields,
    );
  };
  return (
    <form className="row answer-form" onSubmit={submit}>
      {children}
      <label>
        Status <input name="status" type="number" min={200} max={599} defaultValue={503} required />
      </label>
      <label>
        Seconds <input name="delay" type="number" min={0} max={600} step="any" defaultValue={0} required />
      </label>
      <label className="answer-body">
        Body <textarea name="body" rows={2} defaultValue={SAMPLE_BODY} />
      </label>
      <button type="submit">{button}</button>
    </form>
  );
}
