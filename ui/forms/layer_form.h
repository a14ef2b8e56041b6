// The arguments of one layer, as fields made from the catalogue.
#pragma once

#include "ui/forms/field_spec.h"

namespace lockstep::ui {

/// Fields of an input of the model; their paths are those of the item in `inputs`.
std::vector<FieldSpec> inputFields();
/// Fields of a layer of this type; paths are relative to the layer (`args.bias`). Empty: an unknown type.
std::vector<FieldSpec> layerFields(const QString& type);
/// What the type does; empty: unknown.
QString layerHelp(const QString& type);

/// The catalogue's types that can be added, by group.
struct LayerChoice {
    QString group;
    QStringList types;
};
std::vector<LayerChoice> layerChoices();

} // namespace lockstep::ui
