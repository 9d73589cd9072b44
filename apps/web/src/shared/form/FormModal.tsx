// A dialog with a form. A click outside does not close it, and a failed request keeps what was typed.
import { Form, type FormInstance, Modal } from 'antd';
import type { ReactNode } from 'react';
import { FormButtons, type FormButtonsProps } from './FormButtons.tsx';

interface Props<F> extends Omit<FormButtonsProps, 'onCancel'> {
  readonly title: string;
  /** CSS pixels. */
  readonly width?: number;
  readonly form?: FormInstance<F>;
  readonly initial?: Partial<F>;
  readonly className?: string;
  /** Only its buttons close the dialog. */
  readonly isSticky?: boolean;
  readonly isCentered?: boolean;
  readonly onSubmit: (typed: F) => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormModal<F extends object>(props: Props<F>) {
  const {
    title,
    width = 520,
    form,
    initial,
    className,
    isSticky = false,
    isCentered = false,
    onSubmit,
    onClose,
    children,
    ...buttons
  } = props;
  return (
    <Modal
      open
      centered={isCentered}
      width={width}
      title={title}
      footer={null}
      destroyOnHidden
      closable={!isSticky}
      keyboard={!isSticky}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form<F>
        {...(form && { form })}
        {...(className && { className })}
        layout="vertical"
        requiredMark={false}
        disabled={buttons.sending.isBusy}
        {...(initial && { initialValues: initial })}
        onFinish={(typed) => void onSubmit(typed)}
      >
        {children}
        <FormButtons {...buttons} onCancel={onClose} />
      </Form>
    </Modal>
  );
}
