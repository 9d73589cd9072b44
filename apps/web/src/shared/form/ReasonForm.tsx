// Confirms an act in place and asks for its reason. A failed request keeps the reason.
import { Form } from 'antd';
import { needed, TextArea } from '../fields/TextInput.tsx';
import { FormButtons, type FormButtonsProps } from './FormButtons.tsx';

interface Props extends FormButtonsProps {
  /** The question above the field. */
  readonly ask?: string;
  readonly label: string;
  readonly placeholder?: string;
  /** The message if the reason is missing; null: it may be missing. */
  readonly missing: string | null;
  /** The longest reason, in characters. */
  readonly most: number;
  /** Counts the characters below the field; default: true. */
  readonly showCount?: boolean;
  readonly className?: string;
  /** @param reason without blanks around it; empty if none was given */
  readonly onSubmit: (reason: string) => unknown;
}

export function ReasonForm({ ask, label, placeholder, missing, most, showCount = true, className = '', onSubmit, ...buttons }: Props) {
  return (
    <Form<{ readonly reason?: string }>
      className={className}
      layout="vertical"
      requiredMark={false}
      disabled={buttons.sending.isBusy}
      onFinish={({ reason = '' }) => void onSubmit(reason.trim())}
    >
      {ask && <p>{ask}</p>}
      <Form.Item name="reason" label={label} rules={missing === null ? [] : needed(missing)}>
        <TextArea rows={2} autoFocus most={most} showCount={showCount} placeholder={placeholder} />
      </Form.Item>
      <FormButtons {...buttons} />
    </Form>
  );
}
