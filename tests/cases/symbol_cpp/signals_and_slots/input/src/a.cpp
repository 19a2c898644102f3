class Panel : public QWidget {
public slots:
    void refresh() { update(); }
signals:
    void closed();
};
