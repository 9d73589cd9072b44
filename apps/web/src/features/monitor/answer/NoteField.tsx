import { Form, Input } from 'antd';

/** As the contract holds the notes of acts. */
export const MOST_NOTE = 200;

interface Props {
  readonly label: string;
  readonly most: number;
  readonly limit: string;
  /** Said when it is empty; absent: it may be. */
  readonly needed?: string | undefined;
}

/** A note with its counter. More than fits may be typed: the message says so, and nothing is cut off. */
export function NoteField({ label, most, limit, needed }: Props) {
  return (
    <Form.Item
      name="note"
      label={label}
      required={false}
      rules={[{ max: most, message: limit }, ...(needed === undefined ? [] : [{ required: true, whitespace: true, message: needed }])]}
    >
      <Input.TextArea rows={3} count={{ show: true, max: most }} />
    </Form.Item>
  );
}
